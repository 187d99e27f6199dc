/** How long a test waits for what comes by itself: a busy machine is no failure, and what never comes fails before the whole test does (vitest.config.ts). */
export const within = { timeout: 45_000, interval: 50 }
