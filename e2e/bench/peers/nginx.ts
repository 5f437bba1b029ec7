import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../src-main/platform/free-port.ts'
import { cores } from '../processes.ts'
import { findProgram } from './programs.ts'

interface StaticServer {
  address: string
  /** The path of each body. */
  paths: string[]
  close(): Promise<void>
}

/**
 * Starts nginx with one worker on the server's core; it serves these bytes as files. Returns undefined when
 * nginx is not installed.
 */
export async function startNginx(bodies: readonly Uint8Array[]): Promise<StaticServer | undefined> {
  const program = findProgram('nginx', ['nginx'])
  if (!program) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  mkdirSync(join(folder, 'files'))
  for (const [number, body] of bodies.entries()) writeFileSync(join(folder, 'files', `${number}.xml`), body)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  // A worker of another user could not read the folder, so it runs as root when started by root.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10000;
  types { application/xml xml; }
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}`,
  )
  const command = [cores.server, program.path, '-p', folder, '-c', join(folder, 'nginx.conf')]
  const child = spawn('taskset', ['-c', ...command], { env: program.environment, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      break
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`nginx did not start; see ${folder}/error.log`)
    await delay(50)
  }
  return {
    address,
    paths: bodies.map((_, number) => `/${number}.xml`),
    async close() {
      child.kill('SIGQUIT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
