// Starts something out of parts that are stopped in the opposite order.

/**
 * `assemble` names by `onStop` how each part ends. `stop` runs these once, the last first, and throws the first failure
 * after all of them. When `assemble` fails, what it has started so far is stopped.
 */
export async function startInSteps<Started extends object>(
  assemble: (onStop: (step: () => unknown) => void) => Promise<Started>,
): Promise<Started & { stop(): Promise<void> }> {
  const steps: (() => unknown)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      const failures: unknown[] = []
      for (const step of steps.reverse()) {
        // One part that does not stop in order must not leave the others running.
        try {
          await step()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    })()
    return stopping
  }
  try {
    return { ...(await assemble((step) => steps.push(step))), stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
