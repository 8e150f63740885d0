/** For how many hours an unconfirmed registration holds its seats, counted from when its email is sent. */
export const seatHoldHours = 48;
