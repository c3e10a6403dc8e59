-- The store is compared with what names its objects: pictures are looked up by their key.
create index users_profile_image on users (profile_image) where profile_image is not null;
create index creators_profile_image on creators (profile_image) where profile_image is not null;
create index creators_banner_image on creators (banner_image) where banner_image is not null;
