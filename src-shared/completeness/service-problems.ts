/** Requirements of a connected service beyond the business rules, as problems in the form of the rules. */
import { type FeedKind, kinds } from '../feeds/kinds/kinds.ts'
import type { Problem } from '../problem.ts'
import { say } from '../texts/say.ts'
import type { ContentPlusFeedItem } from '../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { RequirementProfile } from './model.ts'
import { scoreItem } from './score-item.ts'

const withoutPositions = (path: string): string => path.replace(/\[\d+\]/g, '')

/**
 * The requirements of the connection's profile that a feed item does not meet: `required` ones as errors,
 * `wished` ones as warnings. Empty for kinds of feed that the profile does not cover. Fields with a
 * business rule are omitted when absent, because the rule reports them.
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
