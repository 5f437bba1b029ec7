import { kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import { type FeedItem, type FeedReport, verdicts } from '../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { resultLabel, senderLabel, verdictLabels } from '../../../src-shared/feeds/outbox/result-words.ts'
import { escapeAttribute, escapeText } from '../../../src-shared/vocabulary/kit/xml/characters.ts'
import { moment } from './report-table.ts'

/** The page loads nothing and runs no scripts. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
const style = `
  :root { color-scheme: light }
  body { font: 13px/1.45 system-ui, sans-serif; color: #1c1c1a; background: #fff; max-width: 1100px; margin: 2rem auto; padding: 0 1.5rem }
  h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1rem; margin: 1.6rem 0 .4rem }
  p { margin: .2rem 0 } .soft { color: #5c5c57 }
  table { border-collapse: collapse; width: 100% }
  th { text-align: left; font-weight: 600; color: #5c5c57; border-bottom: 1.5px solid #8a8a84 }
  th, td { padding: .35rem .6rem .35rem 0; vertical-align: top }
  td { border-bottom: 1px solid #dcdcd6; overflow-wrap: anywhere }
  td.code, td.when { font-variant-numeric: tabular-nums; white-space: nowrap }
  td.picture { width: 44px } td.picture img { width: 40px; height: 40px; object-fit: contain; display: block }
  .refused { color: #a3191f; font-weight: 600 } .field { color: #5c5c57; font-size: .85em }
  @page { margin: 14mm }
  @media print { body { margin: 0; padding: 0; max-width: none; font-size: 10px } thead { display: table-header-group } tr { break-inside: avoid } }
`

/** The page up to the items: name and kind, results, and the list of feeds. */
export function pageHead(report: FeedReport, made: number, withPictures: boolean): string {
  const { name, kind, itemCount, counts, feeds } = report
  const sums = verdicts.flatMap((verdict) =>
    counts[verdict] > 0 ? [`${counts[verdict]} ${verdictLabels[verdict].toLowerCase()}`] : [],
  )
  const rows = feeds.map(
    (feed) => `<tr><td>${escapeText(feed.name)}</td><td>${outboxStateDescriptions[feed.state].label}</td>
<td class="when">${moment(feed.sentAt) || 'not sent'}</td><td>${escapeText(feed.to ?? '')}${feed.as === undefined ? '' : escapeText(` as ${feed.as}`)}</td>
<td>${escapeText(senderLabel(feed))}</td><td>${escapeText(feed.upstreamFeedId ?? '')}<br><span class="field">${moment(feed.acknowledgedAt)}</span></td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width"><title>${escapeText(name)}</title><style>${style}</style></head><body>
<h1>${escapeText(name)}</h1>
<p>${kinds[kind].words.label}, ${itemCount} ${itemCount === 1 ? 'item' : 'items'}: ${sums.join(', ') || 'nothing known yet'}.</p>
<p class="soft">As of ${moment(new Date(made).toISOString())}. Times are in UTC.</p>
<h2>Feeds</h2>
<table><thead><tr><th>Feed</th><th>State</th><th>Sent</th><th>To</th><th>By</th><th>Acknowledged as</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<h2>Items</h2>
<table><thead><tr>${withPictures ? '<th></th>' : ''}<th>Product</th><th>Code</th><th>Result</th><th>What the service says</th></tr></thead><tbody>
`
}

/** @param pictures the picture of each item as a `data:` address; undefined for a page without pictures */
export function pageRows(items: readonly FeedItem[], pictures?: readonly (string | undefined)[]): string {
  return items
    .map((item, index) => {
      const { name, brand, code, problems, verdict } = item
      const picture = pictures?.[index]
      const image = picture === undefined ? '' : `<img alt="" src="${escapeAttribute(picture)}">`
      const messages = problems.map(
        ({ message, path, code: of }) =>
          `<div>${escapeText(message)} <span class="field">${escapeText([of, path].filter(Boolean).join(' · '))}</span></div>`,
      )
      return `<tr>${pictures ? `<td class="picture">${image}</td>` : ''}<td>${escapeText(name || code)}${brand ? `<br><span class="field">${escapeText(brand)}</span>` : ''}</td>
<td class="code">${escapeText(code)}</td><td${verdict === 'refused' ? ' class="refused"' : ''}>${escapeText(resultLabel(item))}</td><td>${messages.join('')}</td></tr>
`
    })
    .join('')
}

export const pageTail = '</tbody></table></body></html>\n'
