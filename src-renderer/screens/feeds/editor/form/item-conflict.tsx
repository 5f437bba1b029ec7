import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Clash } from '../../../../../src-shared/feeds/compare/merge-versions.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { dateAndTime } from '../../../../ui/text/words.ts'
import { useItemConflict } from '../items/use-open-item.ts'
import type { ItemConflict, ItemSession } from '../session/draft-session.ts'
import { shortContent } from './field-changes.ts'

/**
 * Notice that the open item was changed elsewhere during editing. A person chooses the value of each clashing
 * field.
 */
export function ItemConflictNotice({ session }: { session: ItemSession }) {
  const conflict = useItemConflict(session)
  return conflict ? <ConflictQuestion key={session.key} session={session} conflict={conflict} /> : null
}

function ConflictQuestion({ session, conflict }: { session: ItemSession; conflict: ItemConflict }) {
  const { clashes, isEntireItem, changed } = conflict
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(clashes.map(({ keys }) => keys.join('/'))),
  )
  const choose = (key: string, isMine: boolean) => {
    const next = new Set(mine)
    if (isMine) next.add(key)
    else next.delete(key)
    setMine(next)
  }
  const settle = (chosen: ReadonlySet<string>) => void session.settleConflict(chosen)
  return (
    <Notice
      tone="warn"
      title={
        changed
          ? t`${changed.by} saved this item at ${dateAndTime(changed.at)}, while you edited it`
          : t`This item was changed elsewhere while you edited it`
      }
      className="rounded-none! border-b border-line"
      actions={
        isEntireItem ? (
          <>
            <Button size="small" onClick={() => settle(new Set())}>
              <Trans>Use the other version</Trans>
            </Button>
            <Button size="small" onClick={() => settle(new Set(['']))}>
              <Trans>Keep what I typed</Trans>
            </Button>
          </>
        ) : (
          <Button size="small" variant="primary" onClick={() => settle(mine)}>
            <Trans>Save this choice</Trans>
          </Button>
        )
      }
    >
      {isEntireItem ? (
        t`Changed in the grid, by undo, or in another window. Your XML is not valid yet, so the versions cannot be compared.`
      ) : (
        <div className="flex flex-col gap-2">
          <p>
            <Trans>
              In the grid, by undoing, or in another window. Choose what these fields are to hold:
            </Trans>
          </p>
          {clashes.map((clash) => (
            <ClashChoice
              key={clash.keys.join('/')}
              clash={clash}
              isMine={mine.has(clash.keys.join('/'))}
              onChoose={(isMine) => choose(clash.keys.join('/'), isMine)}
            />
          ))}
        </div>
      )}
    </Notice>
  )
}

function ClashChoice({
  clash,
  isMine,
  onChoose,
}: {
  clash: Clash
  isMine: boolean
  onChoose: (isMine: boolean) => void
}) {
  const name = useId()
  const choices = [
    { isMine: true, label: t`Mine: ${shortContent(clash.mine)}` },
    { isMine: false, label: t`Theirs: ${shortContent(clash.theirs)}` },
  ]
  return (
    <fieldset>
      <legend className="text-xs font-medium text-ink">{clash.label}</legend>
      {choices.map((choice) => (
        <label key={choice.label} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            className="mt-1"
            checked={choice.isMine === isMine}
            onChange={() => onChoose(choice.isMine)}
          />
          <span className="line-clamp-3 min-w-0 break-words">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
