/** A disk that fails on demand: a library, built when needed, between a program and the system. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type FaultCall = 'write' | 'sync' | 'truncate' | 'rename'

export interface Fault {
  calls: FaultCall[]
  /** What a failing call answers; `SHORT`: a write writes half of what it was given, and says so. */
  error: 'ENOSPC' | 'EIO' | 'EROFS' | 'SHORT'
  /** The first of the calls that may fail; those before it work. */
  from: number
  /** One in so many fails from then on, by the seed; 1 is every one. */
  rate: number
  seed: number
  /** Only files with this in their path. */
  files?: string
}

export interface FaultyDisk {
  /** The environment of a program for which files below `folder` are on that disk. */
  environment(folder: string, fault: Fault): Record<string, string>
  arm(armed: boolean): void
  /** How many calls have failed since the last question. */
  failures(): number
  remove(): void
}

/** @returns nothing where there is no Linux or no gcc */
export function makeFaultyDisk(): FaultyDisk | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'faulty-disk-'))
  const library = join(folder, 'faulty-disk.so')
  const source = join(import.meta.dirname, 'faulty-disk.c')
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  if (built.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const armedFile = join(folder, 'armed')
  const log = join(folder, 'log')
  return {
    environment: (concerned, { calls, error, from, rate, seed, files }) => ({
      LD_PRELOAD: library,
      DISK_FAULT_FOLDER: concerned,
      DISK_FAULT_CALLS: calls.join(' '),
      DISK_FAULT_ERROR: error,
      DISK_FAULT_FROM: String(from),
      DISK_FAULT_RATE: String(rate),
      DISK_FAULT_SEED: String(seed),
      DISK_FAULT_ARMED: armedFile,
      DISK_FAULT_LOG: log,
      ...(files !== undefined && { DISK_FAULT_FILES: files }),
    }),
    arm(armed) {
      if (armed) writeFileSync(armedFile, '')
      else rmSync(armedFile, { force: true })
    },
    failures() {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0
      rmSync(log, { force: true })
      return lines
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
