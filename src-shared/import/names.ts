/** The kinds of names in a file that are looked up in lists, and the treatments of an unlisted name. */
import * as z from 'zod'

/** Kinds for which the service has lists with identifiers. */
const listedKinds = ['brand', 'manufacturer', 'distributor', 'category'] as const
export type ListedKind = (typeof listedKinds)[number]
/**
 * A package type is a text: its list are the package types of the catalog. A unit has a code of a fixed list; only
 * units in columns of their own are looked up.
 */
export const nameKinds = [...listedKinds, 'packageType', 'unit'] as const
export type NameKind = (typeof nameKinds)[number]

export const isListed = (kind: NameKind): kind is ListedKind =>
  (listedKinds as readonly string[]).includes(kind)

/** The treatment of an unlisted name without a chosen entry. */
export const nameTreatments = ['add', 'keep', 'leave'] as const
export type NameTreatment = (typeof nameTreatments)[number]

/**
 * What becomes of one name. `choose` is the identifier of a list entry; `as` is another name, which is then
 * treated like a name of the file.
 */
export const nameChoice = z.union([
  z.enum(nameTreatments),
  z.object({ choose: z.string().min(1) }),
  z.object({ as: z.string().min(1).max(1000) }),
])
export type NameChoice = z.infer<typeof nameChoice>

export const unmatchedNames = z.object({
  /** The treatment of names without a choice; absent: the default treatment of the target. */
  otherwise: z.enum(nameTreatments).optional(),
  /** By kind, then by the name in the file. */
  choices: z.partialRecord(z.enum(nameKinds), z.record(z.string(), nameChoice)).default({}),
})
export type UnmatchedNames = z.infer<typeof unmatchedNames>

/** The properties of an import's target that determine the treatment of names. */
export interface NameContext {
  target: 'catalog' | 'drafts'
  /** Whether the workspace is a sandbox, which maintains the lists itself. */
  sandbox: boolean
}

/** The possible treatments of a kind of name, the default first. */
export function possibleTreatments(kind: NameKind, { target, sandbox }: NameContext): NameTreatment[] {
  if (kind === 'unit') return ['leave']
  if (kind === 'packageType') return ['keep', 'leave']
  const add: NameTreatment[] = sandbox ? ['add'] : []
  if (target === 'catalog') return kind === 'category' ? ['keep', ...add, 'leave'] : [...add, 'keep', 'leave']
  // A feed can carry a brand as text if it has no identifier; the other kinds only by identifier.
  return kind === 'brand' ? ['keep', ...add, 'leave'] : ['leave', ...add]
}

/** The treatment of a name without a choice: the preferred one if it is possible, else the default. */
export function treatmentOf(
  kind: NameKind,
  place: NameContext,
  wished: NameTreatment | undefined,
): NameTreatment {
  const possible = possibleTreatments(kind, place)
  return wished && possible.includes(wished) ? wished : (possible[0] ?? 'leave')
}
