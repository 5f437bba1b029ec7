import clsx from 'clsx'
import { type ComponentProps, useState } from 'react'
import { type BackendState, useBackendState } from '../rpc/changes.ts'
import { pictureSource } from '../rpc/session.ts'

interface BlurUntilLoadedProps extends Omit<ComponentProps<'img'>, 'src' | 'onLoad'> {
  alt: string
  /** Absent while there is only the blurred preview. */
  src: string | undefined
  /** The blurred preview, as a `data:` address. */
  placeholder: string | undefined
  /** Told when the picture itself is there. */
  onLoaded?: (image: HTMLImageElement) => void
}

/** A picture, with a blurred preview until it is loaded. It needs a positioned parent, which the preview fills. */
export function BlurUntilLoaded({ src, placeholder, alt, onLoaded, ...rest }: BlurUntilLoadedProps) {
  const [loaded, setLoaded] = useState<string>()
  const waits = src === undefined || loaded !== src
  return (
    <>
      {placeholder && waits && (
        <img
          src={placeholder}
          alt=""
          className={clsx(
            'absolute inset-0 size-full object-contain p-[inherit] blur-[2px]',
            !src && 'opacity-70',
          )}
        />
      )}
      {src && (
        <img
          {...rest}
          src={pictureSource(src)}
          alt={alt}
          decoding="async"
          onLoad={({ currentTarget }) => {
            setLoaded(src)
            onLoaded?.(currentTarget)
          }}
        />
      )}
    </>
  )
}

/**
 * Whether the picture at an address failed to load, and a function that says so. A failure is forgotten when the address
 * changes, or when the backend, which serves the pictures, answers again.
 */
export function usePictureFailure(url: string | undefined): { failed: boolean; onError: () => void } {
  const backendState = useBackendState()
  const [failure, setFailure] = useState<{ url: string | undefined; backendState: BackendState }>()
  const failed = failure !== undefined && failure.url === url && failure.backendState === backendState
  return { failed, onError: () => setFailure({ url, backendState }) }
}
