import {
  englishName,
  type Name,
  type Named,
  type NameParts,
} from '../../../../src-shared/feeds/draft/made-name.ts'

/** Database columns of a name: in English, and its parts. */
export const nameColumns = (name: Name): { name: string; name_parts: string | null } => ({
  name: englishName(name),
  name_parts: partsColumn(typeof name === 'string' ? undefined : name),
})

export const partsColumn = (parts: NameParts | undefined): string | null =>
  parts === undefined ? null : JSON.stringify(parts)

/** The name in a database row. */
export const namedIn = ({ name, name_parts }: { name: string; name_parts: string | null }): Named => ({
  name,
  nameParts: name_parts === null ? undefined : (JSON.parse(name_parts) as NameParts),
})
