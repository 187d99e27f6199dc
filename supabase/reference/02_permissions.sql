insert into private.app_settings (name, value)
values
  ('sessions_checked', 'off'),
  ('settlement_alarm_email', ''),
  ('sms', 'off'),
  ('staff_second_factor', 'offered');
