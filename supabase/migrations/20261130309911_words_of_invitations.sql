delete from private.audit_words where phrase = 'gave' and action = 'insert' and subject_type = 'user_roles' and after = '{}' and condition = '';

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('gave', 'insert', 'user_roles', '{}', '!($.id == $.actor)');

insert into private.audit_words (phrase, action, subject_type, after, condition) values ('was given the role', 'insert', 'user_roles', '{}', '$.id == $.actor');
