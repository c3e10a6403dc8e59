import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from './free-port.ts'

export interface CachingProxy {
  baseUrl: string
  /** The folder of its cache. */
  cacheFolder: string
  stop(): Promise<void>
}

/**
 * A shared cache, like a CDN: nginx in front of a server, which caches the answers that allow it and says so in
 * `x-cache`. Needs nginx.
 */
export async function startCachingProxy(upstream: string): Promise<CachingProxy> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-nginx-'))
  const port = await findFreePort()
  const file = path.join(folder, 'nginx.conf')
  await fs.writeFile(file, configurationOf(folder, port, upstream))
  const child = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'spawn')
  const stop = async () => {
    await end(child)
    await fs.rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    if (await canConnect(port))
      return { baseUrl: `http://127.0.0.1:${port}`, cacheFolder: `${folder}/cache`, stop }
    await sleep(100)
  }
  await stop()
  throw new Error('nginx does not answer')
}

function configurationOf(folder: string, port: number, upstream: string): string {
  return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 64; }
    http { access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      proxy_cache_path ${folder}/cache keys_zone=everybody:1m;
      server { listen 127.0.0.1:${port};
        location / { proxy_pass ${upstream}; proxy_http_version 1.1; proxy_set_header Host ${new URL(upstream).host};
          proxy_cache everybody; add_header x-cache $upstream_cache_status always; } } }`
}

async function canConnect(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
