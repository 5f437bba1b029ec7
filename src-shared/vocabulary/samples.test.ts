/**
 * Handwritten documents, checked by both validators. The first comment of a file names the document and,
 * for a rejected one, the code and path of its problem. `judges: ours` marks documents that our own checks
 * reject and the schema does not.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DocumentName, documents } from './documents.ts'
import type { DocumentDescription } from './kit/description.ts'
import { parseDocument, writeDocument } from './kit/kit.ts'
import { schemaFiles } from './schemas.ts'
import { schemaValidator } from './testing/schema-validator.ts'

const folder = (name: string): URL => new URL(`samples/${name}/`, import.meta.url)
const filesOf = (name: string): string[] => readdirSync(folder(name)).filter((file) => file.endsWith('.xml'))

interface Sample {
  bytes: Uint8Array
  /** The fields of the first comment. */
  says: Record<string, string>
}
function sample(name: string, file: string): Sample {
  const bytes = readFileSync(new URL(file, folder(name)))
  const comment = /<!-- (.*?) -->/.exec(bytes.toString('utf8'))?.[1] ?? ''
  const says = Object.fromEntries(
    comment.split('; ').map((part) => part.split(/: (.*)/, 2) as [string, string]),
  )
  return { bytes, says }
}

/** Uses the committed schemas. */
const judges = new Map(
  schemaFiles.map(({ file, namespace }) => {
    const text = readFileSync(new URL(`../../resources/schemas/${file}`, import.meta.url), 'utf8')
    return [namespace as string, schemaValidator(text)]
  }),
)
const complaints = (name: DocumentName, bytes: Uint8Array) =>
  judges.get(documents[name].namespace)?.complaints(bytes) ?? ['no schema']

describe('accepted samples', () => {
  it.each(filesOf('accepted'))('%s', (file) => {
    const { bytes, says } = sample('accepted', file)
    const name = says['document'] as DocumentName
    const document: DocumentDescription = documents[name]
    expect(complaints(name, bytes)).toEqual([])
    const { value, problems } = parseDocument(document, bytes)
    expect(problems).toEqual([])
    if (value === undefined) return expect.unreachable('no value')
    const written = writeDocument(document, value)
    expect(complaints(name, new TextEncoder().encode(written))).toEqual([])
    expect(parseDocument(document, written)).toEqual({ value, problems: [] })
  })

  it('cover every document', () => {
    const covered = new Set(filesOf('accepted').map((file) => sample('accepted', file).says['document']))
    expect(Object.keys(documents).filter((name) => !covered.has(name))).toEqual([])
  })
})

describe('rejected samples', () => {
  it.each(filesOf('rejected'))('%s', (file) => {
    const { bytes, says } = sample('rejected', file)
    const name = says['document'] as DocumentName
    const { problems } = parseDocument(documents[name] as DocumentDescription, bytes)
    expect(problems.map(({ code, path }) => ({ code, path }))).toEqual([
      { code: says['code'], path: says['path'] },
    ])
    if (says['code'] !== 'encoding') expect(problems[0]?.line).toBeGreaterThan(0)
    if (says['judges'] !== 'ours') expect(complaints(name, bytes)).not.toEqual([])
  })
})
