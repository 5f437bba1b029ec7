/**
 * The kinds of names for which the service has lists with identifiers, and the treatments of a name that is in no list.
 */
import * as z from 'zod'

export const nameKinds = ['brand', 'manufacturer', 'distributor', 'category'] as const
export type NameKind = (typeof nameKinds)[number]

/** The treatment of a name that is in no list and has no chosen entry. */
export const nameTreatments = ['add', 'keep', 'leave'] as const
export type NameTreatment = (typeof nameTreatments)[number]

/** `choose` is the identifier of an entry of the list. */
const nameChoice = z.union([z.enum(nameTreatments), z.object({ choose: z.string().min(1) })])
export type NameChoice = z.infer<typeof nameChoice>

export const unmatchedNames = z.object({
  /** The treatment of names without a choice; absent: the usual treatment of the target. */
  otherwise: z.enum(nameTreatments).optional(),
  /** By kind, then by the name as it stands in the file. */
  choices: z.partialRecord(z.enum(nameKinds), z.record(z.string(), nameChoice)).default({}),
})
export type UnmatchedNames = z.infer<typeof unmatchedNames>

/** The target of an import, as far as it decides on names. */
export interface NamePlace {
  target: 'catalog' | 'drafts'
  /** Whether the workspace is a sandbox, whose lists are its own. */
  sandbox: boolean
}

/** The possible treatments of a kind of name, the usual one first. */
export function possibleTreatments(kind: NameKind, { target, sandbox }: NamePlace): NameTreatment[] {
  const add: NameTreatment[] = sandbox ? ['add'] : []
  if (target === 'catalog') return kind === 'category' ? ['keep', ...add, 'leave'] : [...add, 'keep', 'leave']
  // A feed names a brand in words where it has no identifier; the others it knows by identifiers alone.
  return kind === 'brand' ? ['keep', ...add, 'leave'] : ['leave', ...add]
}

/** The treatment of a name without a choice: the wished one when it is possible, else the usual one. */
export function treatmentOf(
  kind: NameKind,
  place: NamePlace,
  wished: NameTreatment | undefined,
): NameTreatment {
  const possible = possibleTreatments(kind, place)
  return wished && possible.includes(wished) ? wished : (possible[0] ?? 'leave')
}
