export const prerender = false;

export const GET = () => Response.json({ status: 'ok' });
