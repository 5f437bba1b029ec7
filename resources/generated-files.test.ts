import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from './generated-files.ts'

const files = await generatedFiles()

describe('the generated files', () => {
  it.each([...files])('%s is up to date (else run npm run generate)', async (name, text) => {
    expect(await readFile(new URL(name, import.meta.url), 'utf8')).toBe(text)
  })

  it('include every schema file', async () => {
    const present = await readdir(new URL('schemas', import.meta.url))
    expect(present.map((name) => `schemas/${name}`).filter((name) => !files.has(name))).toEqual([])
  })
})
