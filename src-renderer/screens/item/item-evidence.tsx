import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type Finding, supportingKinds } from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { findingKey, findingWords, pictureTitle } from '../evidence/finding-words.ts'

/** What the pictures of the item show. Renders nothing if no picture was read, or none shows anything. */
export function ItemEvidence({ itemId }: { itemId: string }) {
  const { data } = useQuery(rpc.evidence.ofItem.queryOptions({ input: { itemId } }))
  if (!data || data.findings.length === 0) return null
  const isSupporting = ({ kind }: Finding) => supportingKinds.includes(kind)
  const differences = data.findings.filter((one) => !isSupporting(one))
  const supporting = data.findings.length - differences.length
  return (
    <Panel
      title={t`Seen in the pictures`}
      actions={
        <Link
          href={`/evidence?item=${encodeURIComponent(itemId)}`}
          className="text-xs text-accent-strong underline underline-offset-2"
        >
          <Trans>Review</Trans>
        </Link>
      }
    >
      <ul className="flex flex-col gap-2 text-sm">
        {differences.map((finding) => (
          <li key={findingKey(itemId, finding)} className="flex items-start gap-3">
            <Thumbnail url={`/pictures/${finding.sha256}/thumbnail`} className="size-10" />
            <div className="flex min-w-0 flex-col items-start gap-0.5">
              <Badge tone={findingWords[finding.kind].tone}>{findingWords[finding.kind].label}</Badge>
              <p>{finding.message}</p>
              <p className="text-xs text-ink-faint">{pictureTitle(finding)}</p>
            </div>
          </li>
        ))}
      </ul>
      {(supporting > 0 || data.unread > 0) && (
        <p className="mt-2 text-xs text-ink-soft first:mt-0">
          {[
            ...(supporting > 0
              ? [
                  plural(supporting, {
                    one: '# code or value in the pictures supports the record.',
                    other: '# codes and values in the pictures support the record.',
                  }),
                ]
              : []),
            ...(data.unread > 0
              ? [
                  plural(data.unread, {
                    one: '# picture is not read yet.',
                    other: '# pictures are not read yet.',
                  }),
                ]
              : []),
          ].join(' ')}
        </p>
      )}
    </Panel>
  )
}
