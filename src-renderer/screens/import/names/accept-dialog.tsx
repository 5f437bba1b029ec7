import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { onCheckboxKeys } from '../../../names/checkbox-keys.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { wholeNumber } from '../../../ui/text/words.ts'
import type { NameRow } from './name-rows.ts'

const pageSize = 200

interface AcceptDialogProps {
  /** Rows with a match. */
  rows: readonly NameRow[]
  onAccept: (rows: NameRow[]) => void
  onClose: () => void
}

/** Preview of the matches before all of them are accepted. Similar ones are listed first. */
export function AcceptDialog({ rows, onAccept, onClose }: AcceptDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [offset, setOffset] = useState(0)
  const near = rows.filter(({ match }) => match?.likeness === 'near')
  const same = rows.filter(({ match }) => match?.likeness === 'same')
  const page = [...near, ...same].slice(offset, offset + pageSize)
  const accepted = rows.filter(({ name }) => !left.has(name))
  const isEveryNear = near.every(({ name }) => !left.has(name))
  const toggle = (names: string[], isAccepted: boolean) => {
    const others = [...left].filter((name) => !names.includes(name))
    setLeft(new Set(isAccepted ? others : [...others, ...names]))
  }
  const accept = () => {
    if (accepted.length > 0) onAccept(accepted)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="large"
      title={t`Accept matches`}
      description={t`${wholeNumber(same.length)} differ only in case, accents, spaces or punctuation. ${wholeNumber(near.length)} are similar: look at these.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={accepted.length === 0} onClick={accept}>
            {t`Accept ${plural(accepted.length, { one: '# match', other: '# matches' })}`}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the checkboxes inside */}
      <div onKeyDown={(event) => onCheckboxKeys(event, accept)}>
        {near.length > 0 && (
          <p className="mb-3">
            <Checkbox
              label={t`Similar names, too`}
              checked={isEveryNear}
              indeterminate={!isEveryNear && near.some(({ name }) => !left.has(name))}
              onCheckedChange={() =>
                toggle(
                  near.map(({ name }) => name),
                  !isEveryNear,
                )
              }
            />
          </p>
        )}
        <div className="rounded-lg border border-line">
          <ul aria-label={t`Matches`}>
            {page.map(({ name, count, match }) => (
              <li
                key={name}
                className="grid h-9 grid-cols-[1.5rem_minmax(0,1fr)_1rem_minmax(0,1fr)_5rem_6rem] items-center gap-x-3 border-b border-line px-4 text-sm last:border-0"
              >
                <Checkbox
                  label={t`Accept ${match?.entry.name ?? ''} for ${name}`}
                  labelHidden
                  checked={!left.has(name)}
                  onCheckedChange={(isAccepted) => toggle([name], isAccepted)}
                />
                <span className="truncate" title={name}>
                  {name}
                </span>
                <ArrowRight className="size-4 text-ink-faint" aria-hidden />
                <span className="truncate font-medium" title={match?.entry.name}>
                  {match?.entry.name}
                </span>
                <span className="tabular text-end text-xs text-ink-faint">
                  <Plural value={count} one="# value" other="# values" />
                </span>
                <span>{match && <MatchBadge likeness={match.likeness} />}</span>
              </li>
            ))}
          </ul>
          {rows.length > pageSize && (
            <Pager
              offset={offset}
              shown={page.length}
              total={rows.length}
              pageSize={pageSize}
              onPage={(number) => setOffset((number - 1) * pageSize)}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

export const MatchBadge = ({ likeness }: { likeness: 'same' | 'near' }) =>
  likeness === 'same' ? (
    <Badge tone="good">
      <Trans>Same</Trans>
    </Badge>
  ) : (
    <Badge tone="warn">
      <Trans>Similar</Trans>
    </Badge>
  )
