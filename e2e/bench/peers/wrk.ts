import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cores } from '../processes.ts'
import { findProgram } from './programs.ts'

/** The result of a load. */
interface Load {
  /** A second. */
  answers: number
  bytes: number
}

export interface LoadTarget {
  /** Origin, without a path. */
  address: string
  headers?: Record<string, string>
}

export type Loader = (target: LoadTarget, paths: readonly string[], seconds?: number) => Promise<Load>

/** Requests the paths in order and starts over at the end; more requests than paths repeat earlier paths. */
const script = (file: string, headers: Record<string, string>) => `
local requests, at = {}, 0
function init()
  for path in io.lines(${JSON.stringify(file)}) do
    requests[#requests + 1] = wrk.format('GET', path, {${Object.entries(headers)
      .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
      .join(', ')}})
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary)
  local errors = summary.errors
  io.write(string.format('figures %d %d %d %d\\n', summary.requests, summary.bytes, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`

/**
 * Sends requests from one core over 8 connections, each as soon as the previous one is answered; undefined
 * without `wrk`.
 */
export function findLoader(): Loader | undefined {
  const program = findProgram('wrk', ['wrk', 'libluajit-5.1-2', 'libluajit-5.1-common'])
  if (!program) return undefined
  return async ({ address, headers = {} }, paths, seconds = 2) => {
    const folder = mkdtempSync(join(tmpdir(), 'wrk-'))
    try {
      writeFileSync(join(folder, 'paths'), paths.map((path) => `${path}\n`).join(''))
      writeFileSync(join(folder, 'load.lua'), script(join(folder, 'paths'), headers))
      const { stdout } = await promisify(execFile)(
        'taskset',
        [
          '-c',
          cores.client,
          program.path,
          '-t1',
          '-c8',
          '--timeout',
          '30s',
          `-d${seconds}s`,
          '-s',
          join(folder, 'load.lua'),
          address,
        ],
        { env: program.environment },
      )
      const figures = /^figures (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout)
      const [requests = 0, bytes = 0, microseconds = 1, errors = 0] = figures?.slice(1).map(Number) ?? []
      if (!figures || errors > 0 || requests === 0)
        throw new Error(`The load on ${address} failed:\n${stdout}`)
      return { answers: (requests * 1e6) / microseconds, bytes: bytes / requests }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
