import type { PictureState } from '../../../src-shared/rpc/media-contract.ts'
import { KeyValue } from '../../ui/key-value.tsx'
import { Meter } from '../../ui/meter.tsx'
import { byteSize, counted, wholeNumber } from '../../ui/words.ts'

/** The room that is taken, of what may be taken. */
export function PicturesSpace({ state }: { state: PictureState }) {
  const { choice, fetches, files, bytes, pinnedItems, pinnedBytes, failed, failure, leftOut } = state
  const quota = fetches ? choice.quota : null
  const used = quota === null ? byteSize(bytes) : `${byteSize(bytes)} of ${byteSize(quota)}`
  return (
    <div>
      {quota !== null && (
        <div className="mb-2">
          <Meter
            label="Room taken by pictures"
            detail={`${used}, ${byteSize(pinnedBytes)} of it pinned`}
            most={Math.max(quota, bytes)}
            parts={[
              { value: pinnedBytes, className: 'bg-accent-strong' },
              { value: bytes - pinnedBytes, className: 'bg-accent' },
            ]}
          />
        </div>
      )}
      <KeyValue
        entries={[
          { label: 'Kept', value: `${counted(files, 'picture')}, ${used}` },
          ...(fetches
            ? [
                {
                  label: 'Pinned',
                  value:
                    pinnedItems === 0
                      ? 'No items. Pin an item on its page to keep its pictures whatever the room.'
                      : `${counted(pinnedItems, 'item')}, ${byteSize(pinnedBytes)}`,
                },
              ]
            : []),
          ...(leftOut > 0
            ? [{ label: 'Left out', value: `${counted(leftOut, 'picture')}: there is no room for them` }]
            : []),
          ...(failed > 0
            ? [
                {
                  label: 'Not fetched',
                  value: `${wholeNumber(failed)}${failure ? `, most recently because: ${failure}` : ''}`,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
