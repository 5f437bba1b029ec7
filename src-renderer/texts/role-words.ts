import { t } from '@lingui/core/macro'
import type { Role } from '../../src-shared/team/person.ts'

/** The roles of a team in the language of the page. */
export const roleWords: Readonly<Record<Role, string>> = {
  author: t`Author`,
  reviewer: t`Reviewer`,
  sender: t`Sender`,
  administrator: t`Administrator`,
}

/** What each role may do, besides everything that the roles before it may. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  author: t`Reads everything; writes drafts, imports and decisions`,
  reviewer: t`Also approves drafts`,
  sender: t`Also queues and sends feeds`,
  administrator: t`Also changes settings, people, backups and the connection`,
}
