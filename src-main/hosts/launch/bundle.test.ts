import { statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

test('a bundle is made once for its sources, and one that is used is not old', async () => {
  const made = await bundle()
  const folder = dirname(fileURLToPath(made.desk))
  utimesSync(folder, new Date(0), new Date(0))
  expect(await bundle()).toEqual(made)
  expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(60_000)
  expect(statSync(made.thread).isFile()).toBe(true)
})
