/** Something that is done again and again while a server runs. */
export interface Repeated {
  stop(): void;
}

/**
 * Does some work at intervals until it is stopped, never twice at a time. It keeps no process from ending. What the work throws is
 * told: from a timer it would end the server, or print its source.
 */
export function repeat(work: () => void | Promise<void>, intervalMilliseconds: number, tell: (error: Error) => void = () => {}): Repeated {
  let isWorking = false;
  const timer = setInterval(async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      await work();
    } catch (error) {
      tell(error as Error);
    } finally {
      isWorking = false;
    }
  }, intervalMilliseconds);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
