import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

const importForEffect = /^import '(\.[^']+)'/gm

test('package.json lists every module that is imported only for its side effects, for bundlers', () => {
  const { sideEffects } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as {
    sideEffects: string[]
  }
  const imported = globSync('src-*/**/*.{ts,tsx}', { cwd: projectDirectory }).flatMap((file) =>
    [...readFileSync(join(projectDirectory, file), 'utf8').matchAll(importForEffect)].map(([, path = '']) =>
      join(file, '..', path),
    ),
  )
  expect(imported.length).toBeGreaterThan(3)
  const isNamed = (path: string) => sideEffects.some((glob) => matchesGlob(path, glob.replace(/^\.\//, '')))
  expect([...new Set(imported)].filter((path) => !isNamed(path))).toEqual([])
})
