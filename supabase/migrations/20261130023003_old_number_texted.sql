update private.mail_templates set channels = '{email,sms}' where template = 'auth_phone_changed';
