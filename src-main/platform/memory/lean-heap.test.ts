import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

/** Runs a program in a process without options of V8. @returns its output */
function run(program: string): string {
  const file = join(temporaryDirectory(), 'program.mjs')
  const module = JSON.stringify(new URL('lean-heap.ts', import.meta.url).href)
  writeFileSync(file, `import { keepHeapsLean } from ${module}\n${program}`)
  return execFileSync(process.execPath, [file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
}

test('makes garbage collection available in the main thread and in threads started later', () => {
  const program = `
    import { Worker } from 'node:worker_threads'
    const before = typeof gc
    keepHeapsLean()
    keepHeapsLean()
    console.log(before, typeof gc)
    new Worker('console.log(typeof gc)', { eval: true })`
  expect(run(program).split('\n')).toEqual(['undefined function', 'function', ''])
})

test('returns the memory of discarded objects', () => {
  const program = `
    import { getHeapStatistics } from 'node:v8'
    keepHeapsLean()
    const used = () => getHeapStatistics().used_heap_size / 2 ** 20
    const fill = () => Array.from({ length: 1e6 }, (_, index) => ({ index })).length
    fill()
    const before = used()
    setTimeout(() => {
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      console.log(before > 20, used() < 10)
    }, 10)`
  expect(run(program)).toBe('true true\n')
})
