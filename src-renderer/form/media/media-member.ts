import { inputOf } from '../arrangement.ts'
import type { Group, Member } from '../place.ts'

/** The member with the address of a file, in the entries of a list of media; undefined for other lists. */
export const addressMember = (group: Group): Member | undefined =>
  group.members.find((member) => member.type.kind === 'leaf' && inputOf(member) === 'url')

/** Lists of files that are no pictures. */
const otherMedia: ReadonlySet<string> = new Set(['videos'])

/** Whether the entries of a list are pictures, or may be. */
export const isPictureList = (member: Member): boolean =>
  member.type.kind === 'group' && addressMember(member.type) !== undefined && !otherMedia.has(member.key)
