import { Server } from 'node:http';

// Loaded into each Node process of a browser test by `npm run prove`: scripts and what they fetch arrive late, as on a slow line.
// A test that reads a page before its scripts have changed it then fails every time.
const delay = 800;
const { emit } = Server.prototype;

Server.prototype.emit = function (event, request, ...rest) {
  const isLate = event === 'request' && /\.(js|json)($|\?)|^\/api\/(?!health)/.test(request.url);
  if (!isLate) return emit.call(this, event, request, ...rest);
  setTimeout(() => emit.call(this, event, request, ...rest), delay);
  return true;
};
