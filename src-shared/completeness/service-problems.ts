/** What the service of a connection requires beyond the business rules, told as the rules tell it. */
import { type FeedKind, kinds } from '../feeds/kinds/kinds.ts'
import type { Problem } from '../problem.ts'
import { say } from '../texts/say.ts'
import type { ContentPlusFeedItem } from '../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { RequirementProfile } from './model.ts'
import { scoreItem } from './score-item.ts'

const withoutPositions = (path: string): string => path.replace(/\[\d+\]/g, '')

/**
 * What an item of a feed lacks of the profile of its connection: what is required is an error, what is wished a
 * warning. Nothing for kinds of feed the profile is not for, and nothing of which a rule has complained already.
 * @param path of the item, such as `items/item[1]`
 */
export function serviceProblems(
  profile: RequirementProfile,
  kind: FeedKind,
  item: IngestItem | ContentPlusFeedItem,
  path: string,
): Problem[] {
  if (!profile.kinds.includes(kind)) return []
  const ruled = new Set(kinds[kind].ruledFields)
  return scoreItem(profile, item).missing.flatMap((missing): Problem[] => {
    if (missing.isAbsent && ruled.has(withoutPositions(missing.path))) return []
    const required = missing.kind === 'required'
    return [
      {
        code: required ? 'REQUIRED_BY_SERVICE' : 'WISHED_BY_SERVICE',
        path: `${path}/${missing.path}`,
        message: required
          ? say`${missing.label}: ${missing.reason}. By “${profile.name}” the service requires it.`
          : say`${missing.label}: ${missing.reason}. By “${profile.name}” the service wishes it.`,
        ...(!required && { severity: 'warning' as const }),
      },
    ]
  })
}
