import clsx from 'clsx'

const toneOf = (status: number): string => {
  if (status === 0 || status >= 500) return 'text-bad'
  if (status >= 400) return 'text-warn'
  return status >= 300 ? 'text-ink-soft' : 'text-good'
}

/** The status of an answer in the colour of its class; a connection that was cut has none. */
export const StatusCode = ({ status }: { status: number }) => (
  <span className={clsx('tabular text-xs font-semibold', toneOf(status))}>
    {status === 0 ? 'cut' : status}
  </span>
)
