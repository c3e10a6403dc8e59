import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { hasPrograms } from '#server/testing/optional-program.ts'

/**
 * Serves a folder with one worker, as Cheers is one process, with nginx's fastest settings: sendfile, no log. null: nginx isn't
 * installed. `file`: one that is there.
 */
export async function startNginx(
  folder: string,
  { port, file }: { port: number; file: string },
): Promise<ChildProcess | null> {
  if (!hasPrograms('nginx')) return null
  const configuration = path.join(folder, 'nginx.conf')
  await fs.writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 2048; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const child = spawn('nginx', ['-c', configuration], { stdio: 'inherit' })
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    if (await fetch(`http://127.0.0.1:${port}/${file}`, { method: 'HEAD' }).catch(() => null)) return child
    await sleep(100)
  }
  throw new Error('nginx does not answer')
}
