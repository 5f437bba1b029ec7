/** A disk that fails on demand: a library, compiled when needed, that intercepts a program's system calls. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type FaultCall = 'write' | 'sync' | 'truncate' | 'rename'

export interface Fault {
  calls: FaultCall[]
  /** The error of a failing call. `SHORT`: a write writes half of its bytes and returns that count. */
  error: 'ENOSPC' | 'EIO' | 'EROFS' | 'SHORT'
  /** Index of the first call that may fail. */
  from: number
  /** From then on one in `rate` calls fails, selected by the seed; 1 fails every call. */
  rate: number
  seed: number
  /** Only files whose path contains this. */
  files?: string
}

export interface FaultyDisk {
  /** The environment for a program for which files below `folder` are on the faulty disk. */
  environment(folder: string, fault: Fault): Record<string, string>
  arm(armed: boolean): void
  /** The number of failed calls since the last call of `failures`. */
  failures(): number
  remove(): void
}

/** @returns undefined on other systems than Linux, or without gcc */
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
    environment: (affected, { calls, error, from, rate, seed, files }) => ({
      LD_PRELOAD: library,
      DISK_FAULT_FOLDER: affected,
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
