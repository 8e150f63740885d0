import type { ServerResponse } from 'node:http';
import { startFront, type Front } from '#lib/delivery/page-front.ts';
import { addBanner, mailPage, startPage, styles, type DemoPerson } from './pages.ts';
import type { ReceivedMail } from '#test/stand-ins/smtp.ts';

type FrontOptions = {
  host: string;
  port: number;
  /** Port of the site on loopback. */
  sitePort: number;
  people: readonly DemoPerson[];
  mails: () => readonly ReceivedMail[];
};

/** Starts the proxy that adds the banner to every page and serves the demo's own pages under `/.demo/`. */
export function startDemoFront({ people, mails, ...options }: FrontOptions): Promise<Front> {
  return startFront({
    ...options,
    changePage: () => addBanner,
    answer({ url = '/' }, response) {
      const [path] = url.split('?');
      if (path === '/.demo/style.css') send(response, 'text/css', styles);
      else if (path === '/.demo/mail') send(response, 'text/html', mailPage(mails()));
      else if (path === '/.demo/' || path === '/.demo') send(response, 'text/html', startPage(people));
      else return false;
      return true;
    },
  });
}

function send(response: ServerResponse, type: string, body: string): void {
  response
    .writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    .end(body);
}
