/** Said beside a form whose draft lies on the device. */
export const savedAt = (time: string) => `Kept on this device, ${time} (Lagos)`
