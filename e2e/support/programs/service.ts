import { type FaultyUpstream, startFaultyUpstream } from '../../../src-main/testing/faulty-upstream.ts'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { enter, upload } from '../rpc.ts'
import { type RunningDesk, startDesk } from './desk.ts'

/** A product with the column names of an import file. */
export interface ServedProduct {
  name: string
  marketing_description: string
  ecommerce_description?: string
}

/** A service whose catalog a test can change without the app, and which can be made to fail. */
export interface ServiceUnderTest {
  /** The proxy between the app and the service; the app uses the proxy's `address`. */
  proxy: FaultyUpstream
  credentials: Pick<RunningDesk, 'username' | 'password'>
  /** Imports products into the service's catalog by number; existing ones are updated. */
  put(products: ReadonlyMap<number, ServedProduct>): Promise<void>
  /** Sets the delay before every answer. */
  setLatency(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** A valid GTIN for each number below ten million. */
const gtin = (number: number): string => {
  const body = `952${String(number).padStart(9, '0')}`
  return body + checkDigit(body)
}

/**
 * Starts a new sandbox in `directory` behind a proxy; `put` fills it by importing a file.
 * @param options.withSample whether to include the sample catalog, whose items are complete enough for a
 * refresh
 */
export async function startService(
  directory: string,
  { withSample = false } = {},
): Promise<ServiceUnderTest> {
  const desk = await startDesk('--sandbox', ...(withSample ? ['--sample'] : []), '--data', directory)
  const proxy = await startFaultyUpstream(desk.api)
  const { calls, pass } = await enter(desk.ui)
  let files = 0
  return {
    proxy,
    credentials: desk,
    async put(products) {
      const rows = [...products].map(([number, product]) =>
        JSON.stringify({ gtin: gtin(number), brand: 'Millbrook', ...product }),
      )
      const file = await upload(desk.ui, pass, `products-${++files}.jsonl`, `${rows.join('\n')}\n`)
      const { id } = await calls.imports.start({ file, target: 'catalog' })
      for (;;) {
        const job = (await calls.imports.jobs()).find((one) => one.id === id)
        if (job?.state === 'failed' || (job?.rejected ?? 0) > 0)
          throw new Error(`The service took not all of the products: ${job?.note ?? 'some were rejected'}`)
        if (job?.state === 'completed') return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async setLatency(latency) {
      await calls.localApi.setConditions({ latency })
    },
    async close() {
      await proxy.close()
      await desk.stop()
    },
  }
}
