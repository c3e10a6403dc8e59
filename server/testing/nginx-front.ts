import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DEPLOYED = path.join(import.meta.dirname, '../../deploy/nginx/cheers.conf')

/**
 * A whole configuration of nginx around that of deploy/, for loopback: other ports, and no certificate, which is made where
 * it is installed.
 */
export async function frontConfiguration(
  folder: string,
  { port, nodePorts }: { port: number; nodePorts: readonly number[] },
): Promise<string> {
  let deployed = await fs.readFile(DEPLOYED, 'utf8')
  // What sends visitors of port 80 to the other one.
  deployed = deployed.replace(/server \{\n\s+listen 80;[^}]*\}\n/, '')
  deployed = deployed
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    // All visitors of a proof have one address: each request counts by itself.
    .replace('default $binary_remote_addr;', 'default $request_id;')
  for (const [index, nodePort] of nodePorts.entries())
    deployed = deployed.replaceAll(`127.0.0.1:${3001 + index} `, `127.0.0.1:${nodePort} `)
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 4096; }
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${deployed} }`
}

/** nginx with the configuration of deploy/, in front of these nodes. */
export async function startFront(
  folder: string,
  ports: { port: number; nodePorts: readonly number[] },
): Promise<{ stop: () => Promise<void> }> {
  const file = path.join(folder, 'nginx.conf')
  await fs.writeFile(file, await frontConfiguration(folder, ports))
  const child = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    if (await fetch(`http://127.0.0.1:${ports.port}/healthz`).catch(() => null))
      return { stop: () => end(child) }
    await sleep(100)
  }
  await end(child)
  throw new Error('nginx does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
