import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, untilListening } from '#test/ports.ts';
import type { MeasuredServer } from './cpu-per-request.ts';

const program = '/usr/sbin/nginx';

/** Starts nginx with the same files and the exported maps. Returns undefined if it is not installed. */
export async function startNginx(folder: string): Promise<MeasuredServer | undefined> {
  if (!existsSync(program)) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration({ directory, port, root: join(resolve(folder), 'client') }));
  const child = spawn(program, ['-c', file, '-e', join(directory, 'error.log')], { stdio: 'inherit' });
  await untilListening(port, child);
  return {
    name: 'nginx',
    port,
    // schedstat has the CPU time in nanoseconds. This nginx has one process with one thread.
    cpu: async () => Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    stop() {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function configuration({ directory, port, root }: { directory: string; port: number; root: string }): string {
  return `
daemon off; master_process off; pid ${directory}/pid;
events { worker_connections 512; }
http {
  access_log off; open_file_cache max=1000; keepalive_requests 1000000; sendfile on; tcp_nopush on;
  client_body_temp_path ${directory}/b; proxy_temp_path ${directory}/p; fastcgi_temp_path ${directory}/f;
  uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
  map $http_accept $variant { default html; "~^text/markdown" md; }
  map $http_accept_encoding $coded { default ""; "~br" .br; }
  map $coded $coding { default ""; .br br; }
  server {
    listen 127.0.0.1:${port}; listen [::1]:${port}; root ${root};
    location / {
      types {}
      default_type text/html;
      add_header Content-Encoding $coding; add_header Vary "Accept, Accept-Encoding";
      add_header Cache-Control "public, max-age=0, must-revalidate"; add_header X-Content-Type-Options nosniff;
      try_files $uri.$variant$coded =404;
    }
  }
}`;
}
