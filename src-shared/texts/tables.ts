/**
 * The tables with texts for screens: labels, explanations, meanings. They are in English, the language of
 * the log and the command line. A page in another language translates its copies in place, once, before a
 * screen reads them. The catalogs in `resources/texts` contain each text.
 */
const tables = () =>
  Promise.all([
    import('../api/endpoint.ts'),
    import('../api/endpoints.ts'),
    import('../catalog/model.ts'),
    import('../catalog/query-fields.ts'),
    import('../allergens/table.ts'),
    import('../completeness/model.ts'),
    import('../completeness/score-bands.ts'),
    import('../completeness/shipped-words.ts'),
    import('../feeds/draft/columns.ts'),
    import('../export/formats.ts'),
    import('../import/model.ts'),
    import('../nutrition/model.ts'),
    import('../feeds/outbox/outbox-state.ts'),
    import('../quality/model.ts'),
    import('../sync/model.ts'),
    import('../values/units.ts'),
    import('../views.ts'),
    import('../vocabulary/elements/content-plus.ts'),
    import('../vocabulary/documents.ts'),
    import('../vocabulary/elements/feed-status.ts'),
    import('../vocabulary/elements/ingest.ts'),
    import('../vocabulary/elements/item.ts'),
    import('../vocabulary/languages.ts'),
    import('../vocabulary/elements/lookup.ts'),
    import('../vocabulary/elements/nutrition.ts'),
    import('../vocabulary/record-and-feed.ts'),
    import('../vocabulary/elements/sections.ts'),
  ])

/** The members of a table with text for a person. All other texts in a table are names or codes. */
const shown: ReadonlySet<string> = new Set([
  'label',
  'one',
  'help',
  'hint',
  'meaning',
  'holds',
  'about',
  'title',
  'summary',
  'absent',
])

/** Replaces all texts of the tables. A table that occurs in several places is processed once. */
export async function changeTexts(change: (text: string) => string): Promise<void> {
  const visited = new Set<unknown>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    if (value instanceof Map) for (const inner of value.values()) walk(inner)
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') walk(inner)
      else if (shown.has(name) && /[A-Za-z]{2}/.test(inner)) Reflect.set(value, name, change(inner))
    }
  }
  for (const table of await tables()) for (const value of Object.values(table)) walk(value)
}
