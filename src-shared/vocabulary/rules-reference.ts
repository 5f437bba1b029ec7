/** The reference page of the rules that feeds must keep beyond their schema, in Markdown. */
import { ingestRules } from './ingest-rules.ts'

export function rulesReference(): string {
  const lines = [
    '# Rules of feeds',
    '',
    'A body that breaks its schema is refused as a whole (400). A feed that keeps its schema is acknowledged, and each',
    'item that breaks one of these rules ends as `DATA_ERROR` with the code below.',
    '',
    '| Code | Feeds | What to do |',
    '|---|---|---|',
    ...ingestRules.map(({ code, kinds, message }) => `| ${code} | ${kinds.join(', ')} | ${message} |`),
    '| ONE_ITEM | update | An update holds one item. |',
    '| GTIN_TWICE | create, refresh, update | No two items of a feed have the same GTIN. |',
  ]
  return `${lines.join('\n')}\n`
}
