import { keepThreads } from '../../../src-main/platform/load-thread.ts'

/** Tests open one workspace after the other: to start threads for each takes longer than most of them. */
keepThreads()
