import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'

interface PictureFixesProps {
  /** Whether checks are pending, so that the problem may be out of date. */
  isWaiting: boolean
  /** Opens the address of the picture, to enter another. */
  onAddress: () => void
  dropLabel: string
  onDrop: () => Promise<unknown>
}

/** The fixes of a picture that the service cannot fetch: another address, or the item without the picture. */
export function PictureFixes({ isWaiting, onAddress, dropLabel, onDrop }: PictureFixesProps) {
  const [isDropping, setDropping] = useState(false)
  return (
    <>
      <Button size="small" onClick={onAddress}>
        <Trans>Enter an address</Trans>
      </Button>
      <Button
        size="small"
        busy={isDropping}
        disabled={isWaiting}
        onClick={() => {
          setDropping(true)
          void onDrop().finally(() => setDropping(false))
        }}
      >
        {dropLabel}
      </Button>
    </>
  )
}
