import { Handover } from '../../rpc/handover.ts'

/** The file that another program or the system asked to import. */
export const fileFromOutside = new Handover()
