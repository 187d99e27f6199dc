import { open } from 'node:fs/promises'

/** A rename is durable once the folder is flushed. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
