import { useState } from 'react'
import { type Connection, useConnection } from '../rpc/changes.ts'

/**
 * Whether the picture at an address failed to load, and the way to say so. A failure is forgotten when the address
 * changes, or when the backend, which serves the pictures, comes back.
 */
export function usePictureFailure(url: string | undefined): { failed: boolean; onError: () => void } {
  const connection = useConnection()
  const [failure, setFailure] = useState<{ url: string | undefined; connection: Connection }>()
  const failed = failure !== undefined && failure.url === url && failure.connection === connection
  return { failed, onError: () => setFailure({ url, connection }) }
}
