export const prerender = false;

export const GET = () => Response.json({ error: 'There is nothing here.' }, { status: 404 });
