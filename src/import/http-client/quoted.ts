/** Text of the other side as it may be shown on a terminal: in quotes, without control characters, short. */
export const quoted = (text: unknown): string => {
  const json = JSON.stringify(text) ?? String(text);
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
};
