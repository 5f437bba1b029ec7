/**
 * Names a file gives where the service has lists with identifiers: whose they are, and what can be done with one that
 * is in no list.
 */
import * as z from 'zod'

export const nameKinds = ['brand', 'manufacturer', 'distributor', 'category'] as const
export type NameKind = (typeof nameKinds)[number]

/** What becomes of a name that no list has, where no entry was chosen for it. */
export const nameTreatments = ['add', 'keep', 'leave'] as const
export type NameTreatment = (typeof nameTreatments)[number]

/** `choose` is the identifier of an entry of the list. */
const nameChoice = z.union([z.enum(nameTreatments), z.object({ choose: z.string().min(1) })])
export type NameChoice = z.infer<typeof nameChoice>

export const unmatchedNames = z.object({
  /** For names nothing is chosen for; absent: what the target does of itself. */
  otherwise: z.enum(nameTreatments).optional(),
  /** By kind, then by the name as it stands in the file. */
  choices: z.partialRecord(z.enum(nameKinds), z.record(z.string(), nameChoice)).default({}),
})
export type UnmatchedNames = z.infer<typeof unmatchedNames>

/** Where an import goes, as far as names are concerned. */
export interface NamePlace {
  target: 'catalog' | 'drafts'
  /** Whether the workspace is a sandbox, whose lists are its own. */
  sandbox: boolean
}

/** What can be done with a name of a kind, what is done of itself first. */
export function possibleTreatments(kind: NameKind, { target, sandbox }: NamePlace): NameTreatment[] {
  const add: NameTreatment[] = sandbox ? ['add'] : []
  if (target === 'catalog') return kind === 'category' ? ['keep', ...add, 'leave'] : [...add, 'keep', 'leave']
  // A feed names a brand in words where it has no identifier; the others it knows by identifiers alone.
  return kind === 'brand' ? ['keep', ...add, 'leave'] : ['leave', ...add]
}

/** What is done with a name nothing is chosen for: what was wished where it is possible, else what is done of itself. */
export function treatmentOf(
  kind: NameKind,
  place: NamePlace,
  wished: NameTreatment | undefined,
): NameTreatment {
  const possible = possibleTreatments(kind, place)
  return wished && possible.includes(wished) ? wished : (possible[0] ?? 'leave')
}
