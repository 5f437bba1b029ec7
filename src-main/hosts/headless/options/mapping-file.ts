import * as z from 'zod'
import { chosenFileLimits } from '../../../../src-shared/file-limits.ts'
import {
  type ColumnMapping,
  columnMapping,
  type NearNames,
  type NumberNotation,
  numberNotation,
} from '../../../../src-shared/import/model.ts'
import {
  type NameKind,
  nameKinds,
  type UnmatchedNames,
  unmatchedNames,
} from '../../../../src-shared/import/names.ts'
import type { ImportReport } from '../../../../src-shared/import/report.ts'
import { writeFileAtomic } from '../../../platform/files/private-files.ts'
import { readFileLimited } from '../../../platform/files/read-bounded.ts'
import { CommandError, unreadable } from '../command.ts'

/** The decisions in a mapping file. The other parts of the file are for people and are not parsed. */
const decided = z.object({
  mapping: columnMapping.optional(),
  numbers: numberNotation.optional(),
  names: unmatchedNames.optional(),
})
interface Decided {
  mapping: ColumnMapping
  numbers: NumberNotation
  names: UnmatchedNames
}

/** @throws CommandError with a plain message when the file is not a mapping */
export async function readMappingFile(path: string): Promise<Partial<Decided>> {
  const bytes = await readFileLimited(path, chosenFileLimits.mappingBytes).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `${path} is not JSON: ${reason}. "--save-mapping" writes a mapping that can be edited.`,
    )
  }
  const parsed = decided.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CommandError(
      `${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}. Use the format that "--save-mapping" writes.`,
    )
  }
  return parsed.data
}

/**
 * Writes the decisions, and the outcome of each name missing in the lists: `add`, `keep`, `leave`,
 * `{"choose": "identifier"}`, or `{"as": "other name"}`. A person can edit these; `near` lists similar entries.
 */
export async function writeMappingFile(
  path: string,
  { mapping, numbers, names }: Decided,
  report: ImportReport,
  nearNames: (question: { kind: NameKind; names: string[] }) => Promise<NearNames[]>,
): Promise<void> {
  const choices: UnmatchedNames['choices'] = { ...names.choices }
  const near: Partial<Record<NameKind, Record<string, string[]>>> = {}
  for (const kind of nameKinds) {
    const unmatched = report.names.filter((found) => found.kind === kind)
    if (unmatched.length === 0) continue
    const became = unmatched.map(({ name, became }) => [
      name,
      typeof became === 'object' && 'chosen' in became ? { choose: became.chosen } : became,
    ])
    choices[kind] = { ...Object.fromEntries(became), ...names.choices[kind] }
    const similar: NearNames[] = []
    for (let at = 0; at < unmatched.length; at += 100)
      similar.push(
        ...(await nearNames({ kind, names: unmatched.slice(at, at + 100).map(({ name }) => name) })),
      )
    near[kind] = Object.fromEntries(
      similar
        .filter(({ entries }) => entries.length > 0)
        .map(({ name, entries }) => [name, entries.map((entry) => `${entry.id} ${entry.name}`)]),
    )
  }
  const content = { mapping, numbers, names: { ...names, choices }, near }
  await writeFileAtomic(path, `${JSON.stringify(content, null, 2)}\n`, { forThePerson: true })
}
