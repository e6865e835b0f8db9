export const show = (): Response => new Response(null, { status: 404 });
