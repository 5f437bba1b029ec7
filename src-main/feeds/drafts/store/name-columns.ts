import {
  englishName,
  type Name,
  type Named,
  type NameParts,
} from '../../../../src-shared/feeds/draft/made-name.ts'

/** How a name stands in a row: in English, and what it is made of. */
export const nameColumns = (name: Name): { name: string; name_parts: string | null } => ({
  name: englishName(name),
  name_parts: partsColumn(typeof name === 'string' ? undefined : name),
})

export const partsColumn = (parts: NameParts | undefined): string | null =>
  parts === undefined ? null : JSON.stringify(parts)

/** The name that stands in a row. */
export const namedIn = ({ name, name_parts }: { name: string; name_parts: string | null }): Named => ({
  name,
  nameParts: name_parts === null ? undefined : (JSON.parse(name_parts) as NameParts),
})
