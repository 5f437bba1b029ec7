/** The reference page of the rules that feeds must keep beyond their schema, in Markdown. */
import { contentPlusRules } from './content-plus-rules.ts'
import { ingestRules } from './ingest-rules.ts'
import { valueRules } from './value-rules.ts'

interface Row {
  code: string
  severity?: 'warning'
  message: string
}

const row = (
  { code, severity = 'error' as const, message }: Omit<Row, 'severity'> & { severity?: string },
  feeds: string,
) => `| ${code} | ${feeds} | ${severity} | ${message} |`

export function rulesReference(): string {
  const lines = [
    '# Rules of feeds',
    '',
    'A body that breaks its schema is refused as a whole (400). A feed that keeps its schema is acknowledged, and each',
    'item that breaks a rule ends as `DATA_ERROR` (in a Content+ feed: `REJECTED`) with the code below. Where the',
    'specification is silent the rule is a warning: the checks of a draft and `validate` name it, and the service takes',
    'the item. An update is judged by what it uses (product codes, e-commerce description, Content+): whatever is wrong',
    'with the rest of it is a warning.',
    '',
    '| Code | Feeds | Severity | What to do |',
    '|---|---|---|---|',
    ...ingestRules.map((rule) => row(rule, rule.kinds.join(', '))),
    row({ code: 'ONE_ITEM', message: 'An update holds one item.' }, 'update'),
    row(
      { code: 'GTIN_TWICE', message: 'No two items of a feed have a GTIN in common.' },
      'create, refresh, update',
    ),
    ...contentPlusRules.map((rule) => row(rule, 'Content+')),
    ...valueRules.map((rule) => row(rule, 'all')),
  ]
  return `${lines.join('\n')}\n`
}
