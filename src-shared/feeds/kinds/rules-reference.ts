import { type Page, paragraph, table, type Words } from '../../reference/page.ts'
import { say } from '../../texts/say.ts'
import { contentPlusRules } from '../../vocabulary/rules/content-plus-rules.ts'
import { ingestRules } from '../../vocabulary/rules/ingest-rules.ts'
import { valueRules } from '../../vocabulary/rules/value-rules.ts'
import type { Kind } from './kind.ts'
import { kinds, kindsOf } from './kinds.ts'

/** Names of the item feed kinds that match the condition. */
const namesWhere = (is: (kind: Kind) => boolean): string =>
  kindsOf('items')
    .filter((kind) => is(kinds[kind]))
    .join(', ')

interface Rule {
  code: string
  severity?: string
  message: string
}

const row = ({ code, severity = 'error', message }: Rule, feeds: string): Words[] => [
  code,
  feeds,
  severity,
  message,
]

/** Reference page of the business rules for feeds. */
export const rulesReference = (): Page => ({
  title: say`Rules of feeds`,
  blocks: [
    paragraph(
      'A body that breaks its schema is refused as a whole (400). A feed that keeps its schema is acknowledged, and each item that breaks a rule ends as `DATA_ERROR` (in a Content+ feed: `REJECTED`) with the code below. Where the specification is silent the rule is a warning: the checks of a draft and `validate` name it, and the service takes the item. An update is judged by what it uses (product codes, e-commerce description, Content+): whatever is wrong with the rest of it is a warning.',
    ),
    table(
      ['Code', 'Feeds', 'Severity', 'What to do'],
      [
        ...ingestRules.map((rule) =>
          row(
            rule,
            namesWhere(({ changes }) => !(rule.isOfWholeRecords && changes)),
          ),
        ),
        row(
          { code: 'ONE_ITEM', message: 'An update holds one item.' },
          namesWhere(({ maxItems }) => maxItems === 1),
        ),
        row(
          { code: 'GTIN_TWICE', message: 'No two items of a feed have a GTIN in common.' },
          namesWhere(() => true),
        ),
        ...contentPlusRules.map((rule) => row(rule, 'Content+')),
        ...valueRules.map((rule) => row(rule, 'all')),
      ],
    ),
  ],
})
